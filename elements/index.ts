/** The registry: every element, one line each. */
import { createRegistry, type Registry } from '../runtime/tree/registry.js';
import { Container } from './container.js';
import { DataBars } from './data-bars/data-bars.js';
import { Text } from './text.js';

export const elements = [Container, Text, DataBars] as const;

export const registry: Registry = createRegistry(elements);
