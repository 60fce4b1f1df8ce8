/** The pages of both chains: authenticators and authorization sources. */
export { type ChainKind, isEnabled, type MemberSettings } from './chain-kind.ts'
export { ChainPage } from './chain-page.tsx'
export { CreatePage } from './create-page.tsx'
export { MemberPage } from './member-page.tsx'
