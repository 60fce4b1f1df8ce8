/*
 * EMQX's functions of texts, which variform and rule SQL have alike. Nothing of Node is in here: the rule editor runs them too.
 */
export * from './pieces.ts'
export * from './regex.ts'
export { TextFailure } from './text-failure.ts'
