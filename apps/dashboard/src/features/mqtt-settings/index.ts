export { delayedQuery, retainerQuery } from './message-settings.ts'
