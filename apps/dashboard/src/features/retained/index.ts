export { removeRetained, retainedTopicsQuery } from './retained.ts'
