import { useData, useServerClockOffset } from '../../../api/index.ts'
import { NodeDifferences } from '../../../api/nodes/node-states/index.ts'
import { useFormat, useMessages } from '../../../i18n/index.ts'
import { Mono, useNow } from '../../../ui/index.ts'
import { alarmsQuery, objectOf } from '../../alarms/index.ts'
import { type ChainKind, type ChainMember, isEnabled } from './chain-kind.ts'
import { reasonOn } from './chain-status.tsx'
import type { ChainStatus } from './chain-types.ts'
import { chainMessages } from './messages.ts'

interface MemberProblemProps<Member extends ChainMember, Result extends string> {
  readonly kind: ChainKind<Member, Result>
  readonly member: Member
  readonly status: ChainStatus
}

/** Why nodes are not connected or differ from each other; if none is connected, also since when and who decides. */
export function MemberProblem<Member extends ChainMember, Result extends string>({
  kind,
  member,
  status,
}: MemberProblemProps<Member, Result>) {
  const isDown = status.status === 'disconnected' || status.status === 'connecting'
  const reported = status.node_status.map(({ node, status: state }) => ({
    node,
    state,
    reason: reasonOn(status, node),
  }))
  // A node may report an error without a state.
  const withoutState = status.node_error.filter(({ node }) => reported.every((one) => one.node !== node))
  const consequence = useConsequence(kind, member)
  return (
    <NodeDifferences
      tone={status.status === 'disconnected' ? 'red' : 'amber'}
      nodes={[...reported, ...withoutState.map(({ node, error }) => ({ node, state: 'unknown', reason: error }))]}
      lead={isDown && <Lead object={`${objectPrefixes[kind.name]}:${kind.idOf(member)}`} address={addressOf(member)} />}
      consequence={isDown ? consequence : undefined}
    />
  )
}

const objectPrefixes = { authentication: 'authn', authorization: 'authz' } as const

/** Since when it is down: its alarm has the time. EMQX reports such alarms under other names: then there is no time. */
function Lead({ object, address }: { readonly object: string; readonly address: string | undefined }) {
  const texts = useMessages(chainMessages)
  const format = useFormat()
  const { alarms } = useData(alarmsQuery, { activated: true }).data ?? {}
  const alarm = alarms?.find((one) => objectOf(one) === object)
  const now = useNow(1000) + useServerClockOffset()
  const duration = alarm && format.duration(Math.max(1000, now - Date.parse(alarm.activate_at)))
  return (
    <>
      <strong>{duration === undefined ? texts.notConnected : texts.downFor(duration)}</strong>
      {address !== undefined && (
        <>
          {' · '}
          <Mono>{address}</Mono>
        </>
      )}
    </>
  )
}

/** Names the next enabled member, which decides instead, or the default without such a member. */
function useConsequence<Member extends ChainMember, Result extends string>(
  kind: ChainKind<Member, Result>,
  member: Member,
): string | undefined {
  const texts = kind.useTexts()
  const { lastIsDown } = kind.useTextsIfEmpty()
  const nameOf = kind.useNameOf()
  const chain = useData(kind.chainQuery, undefined).data
  if (!chain) return undefined
  const own = chain.findIndex((one) => kind.idOf(one) === kind.idOf(member))
  const next = chain.slice(own + 1).find(isEnabled)
  return next ? texts.fallsThrough(nameOf(kind.idOf(next))) : lastIsDown
}

const addressFields = ['server', 'servers', 'url', 'endpoint'] as const

/** The address in the settings, under the names that the types use. */
function addressOf(member: ChainMember): string | undefined {
  const settings: Readonly<Record<string, unknown>> = { ...member }
  return addressFields
    .map((field) => settings[field])
    .filter((value) => typeof value === 'string')
    .find((value) => value !== '')
}
