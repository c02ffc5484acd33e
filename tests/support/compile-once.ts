/**
 * Lets a validator of an SDK compile each schema once. Every client lists the same tools, and compiling their schemas
 * takes longer than most tests.
 */
export function compileOnce<Provider extends { getValidator: (schema: never) => unknown }>(provider: Provider) {
  const compiled = new Map<string, unknown>();
  const getValidator = (schema: never) => {
    const text = JSON.stringify(schema);
    if (!compiled.has(text)) compiled.set(text, provider.getValidator(schema));
    return compiled.get(text);
  };
  return { getValidator: getValidator as Provider["getValidator"] };
}
