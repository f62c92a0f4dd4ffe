/** What the bundle of the runner holds. Loading it starts the runner. */
export { evaluateWith } from '../../../runtime/script/evaluate.js';
export { createApp } from '../../create-app.js';
import './runner.js';
