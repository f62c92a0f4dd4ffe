/** A running document: wires document, frame, terminal, input and script. */
export {};
