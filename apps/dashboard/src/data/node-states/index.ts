/** How something that works on every node is doing: of members of a chain, of connectors, actions and sources. */
export { stateMessages } from './messages.ts'
export { NodeStates, StateDot } from './node-states.tsx'
