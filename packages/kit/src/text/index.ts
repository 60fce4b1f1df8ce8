/*
 * EMQX's text functions, shared by variform and rule SQL. Free of Node APIs, because the rule editor runs them too.
 */
export * from './pieces.ts'
export * from './regex.ts'
export { TextFailure } from './text-failure.ts'
