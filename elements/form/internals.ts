/** Members that a form and its steps share, under symbols. */

/** Of a form: a step has come, gone, or changed. */
export const STEPS_CHANGED: unique symbol = Symbol('stepsChanged');
/** Of a form: where a step is among those that are not disabled. */
export const STEP_PLACE: unique symbol = Symbol('stepPlace');
