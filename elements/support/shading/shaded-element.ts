/** An element whose pixels shaders may change: `onShader` as an attribute and as a property. */
import { nameClass } from '../../../runtime/base/class-name.js';
import { ATTRIBUTE_CHANGED, DISCONNECTED } from '../../../runtime/element/internals.js';
import { invalidate } from '../../../runtime/element/services.js';
import { TuiElement } from '../../../runtime/element/tui-element.js';
import { setHook } from '../hooks.js';
import { ShaderRun, type Shader } from './shader-run.js';

/** The shaders of an element; not for scripts. */
export const SHADERS = Symbol('shaders');

export const SHADER_ATTRIBUTE = {
  onShader: {
    type: 'string',
    hook: 'shader',
    description:
      'Returns the colour of a pixel, from `(x, y, time, resolution, source)`: the name of a function, or an arrow function. Needs the permission `shader`.',
  },
} as const;

export abstract class ShadedElement extends TuiElement {
  static {
    nameClass(this, 'ShadedElement');
  }

  readonly [SHADERS] = new ShaderRun(this);
  #shader: Shader | undefined;
  #list: readonly Shader[] | undefined;

  /** The function of `onShader`. */
  get shader(): Shader | undefined {
    return this.#shader;
  }
  set shader(value: Shader | undefined) {
    this.#shader = value;
    this[SHADERS].set(value === undefined ? [] : [value]);
  }

  /** The shader, or several: each sees what the one before made of the picture. */
  get onShader(): unknown {
    return this.#list ?? this.#shader;
  }
  set onShader(value: unknown) {
    this.#list = undefined;
    if (!Array.isArray(value)) {
      setHook(this, 'onShader', 'shader', value);
      return;
    }
    const other = value.findIndex((each) => typeof each !== 'function');
    if (other >= 0)
      throw new TypeError(`onShader: expected functions, found another value at index ${other}`);
    this.#list = [...(value as Shader[])];
    this.#shader = undefined;
    this[SHADERS].set(this.#list);
  }

  override [DISCONNECTED](): void {
    this[SHADERS].stop();
  }

  override [ATTRIBUTE_CHANGED](name: string, value: unknown): void {
    if (name === 'gfxMode' || name === 'onShader') invalidate(this, 'paint');
    else super[ATTRIBUTE_CHANGED](name, value);
  }
}
