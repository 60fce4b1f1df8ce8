export { type Clock, systemClock } from './clock.ts'
export { type Log, silentLog } from './log.ts'
export { type Key, openStore, type Store, type Table } from './store.ts'
export * from './variform/index.ts'
