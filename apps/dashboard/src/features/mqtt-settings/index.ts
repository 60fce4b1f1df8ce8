export { delayedQuery, retainerQuery } from './message-queries.ts'
