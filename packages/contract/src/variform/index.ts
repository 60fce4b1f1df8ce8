export { functions as variformFunctions, type VariformFunctionName } from './functions.ts'
export { variform } from './kind.ts'
export { parseVariform, type Variform, VariformError } from './parse.ts'
