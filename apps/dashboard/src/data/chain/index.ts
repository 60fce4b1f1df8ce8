/** What a chain of plug-ins looks like that are asked one after another: authenticators, sources of authorization. */
export { ChainOverview } from './chain-overview.tsx'
export { FigureCell, StatusCell } from './chain-status.tsx'
export { MemberHeader } from './member-header.tsx'
export { chainMessages } from './messages.ts'
export { type MemberActions, type MemberOptions, useMemberActions } from './use-member-actions.tsx'
export { useOrder } from './use-order.ts'
