/** The steps of a form: which one is current, and how the user gets from one to another. */
import { FormControls } from '../../runtime/dom/forms.js';
import {
  activeElementOf,
  addState,
  documentOf,
  enterFocus,
  fire,
  focusElement,
  idOf,
  invalidate,
  isDisabled,
  isInside,
  isPrevented,
  PROPS,
  removeState,
  setDeclared,
  type TuiElement,
} from '../support/author.js';
import { FormStep, type StepPlace } from './form-step.js';

/** What the steps call of their form. */
interface Stepped {
  readonly element: TuiElement;
  isOwn(step: TuiElement): boolean;
  /** True if the controls of a step are valid; else shows why. */
  isValid(step: FormStep): boolean;
  /** The button that goes on, where a step has nothing to focus. */
  nextButton(): TuiElement | undefined;
}

export class FormSteps {
  readonly #form: Stepped;
  readonly #all: FormControls<TuiElement>;
  #current: FormStep | undefined;
  /** Place of the current step, for the one that takes over where it goes. */
  #index = 0;
  /** The step that the attribute names was found: from then on a step stays current, wherever it moves. */
  #isResolved = false;

  constructor(form: Stepped) {
    this.#form = form;
    this.#all = new FormControls<TuiElement>(
      form.element,
      (each) => each instanceof FormStep && form.isOwn(each),
    );
  }

  /** All of them, in the order of the document. */
  get all(): readonly FormStep[] {
    return this.#all.list as readonly FormStep[];
  }
  /** Those that the user passes. */
  get enabled(): readonly FormStep[] {
    return this.all.filter((each) => !isDisabled(each));
  }
  get current(): FormStep | undefined {
    return this.#current;
  }
  /** Among all; -1 for a form without steps. */
  get index(): number {
    return this.#current === undefined ? -1 : this.all.indexOf(this.#current);
  }
  get isFirst(): boolean {
    return this.enabled[0] === this.#current;
  }
  get isLast(): boolean {
    return this.enabled.at(-1) === this.#current;
  }

  /** Where a step is among those that are passed. */
  placeOf(step: FormStep): StepPlace | undefined {
    const { enabled } = this;
    const index = enabled.indexOf(step);
    return index < 0 ? undefined : { place: index + 1, count: enabled.length };
  }

  /** The step around an element. */
  stepOf(element: TuiElement): FormStep | undefined {
    return this.all.find((each) => isInside(element, each));
  }

  /** Steps have come, gone, or changed. */
  update(): void {
    const { enabled } = this;
    const current = this.#current;
    if (!this.#isResolved || current === undefined || !enabled.includes(current)) this.resolve();
    else this.#writePlace();
    for (const each of this.all) invalidate(each, 'paint');
  }

  /** Shows the step that the attribute names; without one the nearest to where the last one was. */
  resolve(): void {
    const { all } = this;
    const { step } = this.#form.element[PROPS] as { readonly step?: string };
    const named = isPlace(step) ? all[Number(step)] : all.find((each) => idOf(each) === step);
    const isNamed = named !== undefined && !isDisabled(named);
    this.#isResolved = isNamed;
    const isEnabled = (each: FormStep): boolean => !isDisabled(each);
    this.#show(
      isNamed
        ? named
        : (all.slice(this.#index).find(isEnabled) ?? all.slice(0, this.#index).findLast(isEnabled)),
    );
  }

  /** By the user, or as the user does: forward only from a valid step. Returns false where it stays. */
  move(by: 1 | -1): boolean {
    const current = this.#current;
    const { enabled } = this;
    const next = current === undefined ? undefined : enabled[enabled.indexOf(current) + by];
    if (current === undefined || next === undefined) return false;
    if (by > 0 && !this.#form.isValid(current)) return false;
    const { all } = this;
    const fields = { from: all.indexOf(current), to: all.indexOf(next) };
    if (isPrevented(fire(this.#form.element, 'beforestep', fields))) return false;
    // A listener may have disabled the step, or moved on by itself.
    if (this.#current !== current || !this.enabled.includes(next)) return false;
    this.#go(next);
    enterFocus(next);
    const button = this.#form.nextButton();
    const active = activeElementOf(documentOf(next));
    if (!isInside(active, next) && button !== undefined) focusElement(button);
    return true;
  }

  /** Shows the step of a control that is to be seen. */
  reveal(control: TuiElement): void {
    const step = this.stepOf(control);
    if (step !== undefined && step !== this.#current && !isDisabled(step)) this.#go(step);
  }

  #go(step: FormStep): void {
    this.#isResolved = true;
    this.#show(step);
    this.#write();
    const fields = { index: this.index, id: idOf(step) };
    fire(this.#form.element, 'step', fields, { cancelable: false });
  }

  #show(step: FormStep | undefined): void {
    if (step !== this.#current) {
      if (this.#current !== undefined) removeState(this.#current, 'current');
      if (step !== undefined) addState(step, 'current');
      this.#current = step;
    }
    this.#index = Math.max(0, this.index);
  }

  /** The markup says what the screen shows. */
  #write(): void {
    const id = this.#current === undefined ? '' : idOf(this.#current);
    const { step } = this.#form.element[PROPS] as { readonly step?: string };
    const value = isPlace(step) || id === '' ? String(this.index) : id;
    if (value !== step) setDeclared(this.#form.element, 'step', value);
  }

  /** Steps before the current one may have come or gone. */
  #writePlace(): void {
    this.#index = Math.max(0, this.index);
    const { step } = this.#form.element[PROPS] as { readonly step?: string };
    if (isPlace(step)) this.#write();
  }
}

function isPlace(step: string | undefined): boolean {
  return /^\s*\d+\s*$/.test(step ?? '');
}
