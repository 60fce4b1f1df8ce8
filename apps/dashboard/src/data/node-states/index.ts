/** How something that works on every node is doing: members of a chain, connectors, actions, sources, rules, listeners. */
export { useAbsentNodes } from './absent-nodes.ts'
export { stateMessages } from './messages.ts'
export { NodeDifferences } from './node-differences.tsx'
export { NodeStates, Reason, ShortReason, StateDot } from './node-states.tsx'
export { NodeTable } from './node-table.tsx'
