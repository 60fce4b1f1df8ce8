/**
 * State of a resource on every node: authenticators, authorization sources, connectors, actions, sources, rules,
 * listeners.
 */
export { useAbsentNodes } from './absent-nodes.ts'
export { stateMessages } from './messages.ts'
export { NodeDifferences } from './node-differences.tsx'
export { NodeStates, Reason, ShortReason, StateDot } from './node-states.tsx'
export { NodeTable } from './node-table.tsx'
