// Written by "tui types", which replaces this file: do not edit it.
declare namespace Tui {
  interface Apps {
    "spec/typed/counter.tui": {
      /** Elements by id. */
      ids: {
        "box": ElementTagNameMap["container"];
        "add": ElementTagNameMap["button"];
        "count": ElementTagNameMap["b"];
        "history": ElementTagNameMap["data-bars"];
        "picks": ElementTagNameMap["list"];
      };
      /** Keys of `configSchema`. */
      config: {
        /** What a press adds.: at least 1 */
        "counter.step": number;
        /** Text over the chart. */
        "counter.title": string | undefined;
      };
    };
  }
}
