/** The contents of components: each instance has a copy of its template that follows its properties, its exports and states. */
import { shadowHostOf, rootOf, type TreeNode } from '../../dom/tree/tree-node.js';
import type { TuiElement } from '../../element/tui-element.js';
import type { Prepared } from '../../element/components/component-element.js';
import type { Reactive } from '../state/reactive.js';
import type { Store } from '../state/store.js';
import type { CompiledTemplate } from './compiled-template.js';
import { ComponentScope } from './component-names.js';
import { Content } from './content.js';
import type { FollowedExports } from './followed-exports.js';
import type { Rendering } from './rendering.js';

/** More levels than effects around an instance have: those in it run after them. */
const LEVELS = 128;

interface Instance {
  readonly scope: ComponentScope;
  readonly content: Content;
  isStarted: boolean;
}

export interface InstancesOptions {
  readonly rendering: Rendering;
  readonly reactive: Reactive;
  readonly followed: FollowedExports;
  /** Names of the document. */
  readonly names: object;
  /** The template of a component; undefined where it has no code. */
  templateOf(tag: string): CompiledTemplate | undefined;
}

export class Instances {
  readonly #instances = new WeakMap<TuiElement, Instance>();
  /** Those in the document. */
  readonly #running = new Set<Instance>();

  readonly #options: InstancesOptions;

  constructor(options: InstancesOptions) {
    this.#options = options;
  }

  prepare(
    host: TuiElement,
    tag: string,
    copies: readonly TreeNode[],
    nodes: readonly TreeNode[],
  ): void {
    const { rendering, reactive, followed, names, templateOf } = this.#options;
    const template = templateOf(tag);
    if (template === undefined) return;
    const scope = new ComponentScope(host, names, { reactive, queue: rendering.queue, followed });
    const depth = levelOf(host) * LEVELS;
    const content = new Content(
      template,
      copies,
      nodes,
      { root: scope, row: undefined },
      depth,
      rendering,
    );
    this.#instances.set(host, { scope, content, isStarted: false });
  }

  /** Takes another version of the template of an instance. */
  replace(
    { host, copies, nodes }: Pick<Prepared, 'host' | 'copies' | 'nodes'>,
    tag: string,
    place: () => void,
  ): void {
    const template = this.#options.templateOf(tag);
    const instance = this.#instances.get(host);
    if (template === undefined || instance === undefined) place();
    else instance.content.replace(template, copies, nodes, place, instance.isStarted);
  }

  /** @param stores the states that the scripts of the instance have created */
  setStores(host: TuiElement, stores: readonly Store[]): void {
    this.#instances.get(host)?.scope.setStores(stores);
  }

  /** Renders an instance, or goes on to do so. */
  connected(host: TuiElement): void {
    const instance = this.#instances.get(host);
    if (instance === undefined) return;
    this.#running.add(instance);
    if (instance.isStarted) instance.content.resume();
    else {
      instance.isStarted = true;
      instance.content.start();
    }
  }

  /** Nothing refers to an instance that has left the document, so that it can be forgotten. */
  disconnected(host: TuiElement): void {
    const instance = this.#instances.get(host);
    if (instance === undefined || !this.#running.delete(instance)) return;
    instance.content.dispose();
    instance.scope.disconnected();
  }

  propertyChanged(host: TuiElement, name: string): void {
    this.#instances.get(host)?.scope.propertyChanged(name);
  }

  stop(): void {
    for (const { content } of this.#running) content.dispose();
    this.#running.clear();
  }
}

/** How many components are around, this one included. */
function levelOf(element: TuiElement): number {
  let level = 1;
  for (let host = shadowHostOf(rootOf(element)); host !== null; host = shadowHostOf(rootOf(host))) {
    level++;
  }
  return level;
}
