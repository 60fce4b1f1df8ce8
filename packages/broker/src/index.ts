export * from './hooks.ts'
export * from './reasons.ts'
export * from './types.ts'
