export { removeRetained, retainedTopicsQuery } from './delete-queries.ts'
