export { type HistoryAnswer, historySearch, MonitorHistory } from './history/monitor-history.tsx'
export { historyInterval, useNodeHistories } from './history/queries.ts'
