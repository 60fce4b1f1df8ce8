export {
  type CompiledVariform,
  compileMessageExpression,
  compileVariform,
  type VariformBindings,
  type VariformResult,
} from './compile.ts'
