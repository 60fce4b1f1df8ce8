export { type CompiledVariform, compileVariform, type VariformBindings, type VariformResult } from './compile.ts'
