/** Environment variables that may be passed to an app, and those that never are. */

/**
 * Variables that make Node, the loader or a shell run other code, or that lead programs elsewhere. None is
 * passed to the runner or to a program that an app starts, even if a policy or a flag grants it.
 */
const DANGEROUS =
  /^(NODE_.*|LD_.*|DYLD_.*|BASH_ENV|BASH_FUNC_.*|ENV|ZDOTDIR|PROMPT_COMMAND|PS4|IFS|CDPATH|SHELLOPTS|BASHOPTS|PATH|UV_.*|V8_.*|OPENSSL_.*|SSL_CERT_(FILE|DIR)|SSLKEYLOGFILE|GCONV_PATH|LOCPATH|NLSPATH|MALLOC_.*|GLIBC_TUNABLES|HOSTALIASES|LOCALDOMAIN|RES_OPTIONS|RESOLV_.*|PYTHON(PATH|STARTUP|HOME)|PERL5?(LIB|OPT|DB).*|RUBY(LIB|OPT)|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|GIT_.*|ESBUILD_.*|TUI_RUNNER|TUI_REMOTE_URL|TUI_RUNNING_HEADLESS|TUI_SERVER_(VIEW_)?TOKEN|TUI_AI_HEADERS|__PROTO__|CONSTRUCTOR|PROTOTYPE)$/;

/** Whether a variable is never passed to an app. Names are compared without case, as Windows does. */
export function isDangerousVariable(name: string): boolean {
  return DANGEROUS.test(name.toUpperCase());
}

export type EnvGrantError = { readonly message: string; readonly suggestion?: string };

/** The error in the name of a variable; undefined if it can be granted. */
export function findEnvError(name: string): EnvGrantError | undefined {
  if (name.includes('*')) {
    return { message: 'variables are granted by full name, without wildcards' };
  }
  const assigned = /^([A-Za-z_][A-Za-z0-9_]*)=/.exec(name)?.[1];
  if (assigned !== undefined) {
    return {
      message: 'expected a variable name, found an assignment',
      suggestion: `write "${assigned}"`,
    };
  }
  if (name.startsWith('$')) {
    return {
      message: 'expected a variable name without "$"',
      suggestion: `write "${name.slice(1)}"`,
    };
  }
  if (!/^[A-Za-z_][A-Za-z0-9_]{0,254}$/.test(name)) {
    return {
      message: 'expected a variable name: letters, digits and _, not starting with a digit',
    };
  }
  return undefined;
}
