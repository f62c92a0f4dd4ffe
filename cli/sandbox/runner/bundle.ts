/** The entry of the runner's bundle. Loading it starts the runner. */
export { evaluateWith } from '../../../runtime/script/evaluate.js';
export { createApp } from '../../create-app.js';
import './runner.js';
