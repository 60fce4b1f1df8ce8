export {
  type CompiledVariform,
  compileMessageExpression,
  compileVariform,
  type MessageValue,
  type VariformBindings,
  type VariformResult,
} from './compile.ts'
