/** Shared parts of the pages for the two chains: authenticators and authorization sources. */
export { ChainOverview } from './chain-overview.tsx'
export { MetricCell, StatusCell } from './chain-status.tsx'
export { MemberHeader } from './member-header.tsx'
export { chainMessages } from './messages.ts'
export { type MemberActions, type MemberOptions, useMemberActions } from './use-member-actions.tsx'
export { useOrder } from './use-order.ts'
