export { functions as variformFunctions, type VariformFunctionName } from './functions.ts'
export { messageExpression, variform } from './kind.ts'
export { parseVariform, parseVariformValue, type Variform, VariformError } from './parse.ts'
