import type { Rule } from '@mqdeck/contract'
import { sourceKind } from '@mqdeck/rules/catalog'
import type { ReactNode } from 'react'
import { useData } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { Dim, Link, Mono, Section, Stack } from '../../ui/index.ts'
import { channelQueries, idOf, pages, StatusCell } from '../integrations/index.ts'
import { messages } from './messages.ts'
import { Output } from './rule-flow-cell.tsx'
import styles from './rule-uses.module.css'

/** The inputs and outputs of a rule, with their states and the number of other rules that use them. */
export function RuleUses({ rule }: { readonly rule: Rule }) {
  const { inputs, outputs, uses } = useMessages(messages)
  return (
    <Stack gap={4}>
      <Section title={inputs}>
        <ul className={styles.list}>
          {rule.from.map((from) => (
            <li key={from}>
              {sourceKind(from) === 'bridge' ? (
                <Channel kind="source" id={from.replace(/^\$(bridges|sources)\//, '')} rule={rule.id} />
              ) : (
                <Row kind={uses[sourceKind(from)]}>
                  <Mono>{from}</Mono>
                </Row>
              )}
            </li>
          ))}
        </ul>
      </Section>
      <Section title={outputs}>
        {rule.actions.length === 0 ? (
          <Dim>{uses.noOutput}</Dim>
        ) : (
          <ul className={styles.list}>
            {rule.actions.map((action, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: several of them may be equal, and their order is what there is
              <li key={index}>
                {typeof action === 'string' ? (
                  <Channel kind="action" id={action} rule={rule.id} />
                ) : (
                  <Row kind={uses.action}>
                    <Output action={action} />
                  </Row>
                )}
              </li>
            ))}
          </ul>
        )}
      </Section>
    </Stack>
  )
}

interface ChannelProps {
  readonly kind: 'action' | 'source'
  readonly id: string
  readonly rule: string
}

function Channel({ kind, id, rule }: ChannelProps) {
  const { uses } = useMessages(messages)
  const { data } = useData(channelQueries[kind].summaries, undefined)
  const one = data?.find((each) => idOf(each) === id)
  const label = kind === 'action' ? uses.action : uses.bridge
  if (!one)
    return (
      <Row kind={label} note={data && (kind === 'action' ? uses.actionMissing : uses.sourceMissing)}>
        <Mono>{id}</Mono>
      </Row>
    )
  const others = one.rules.filter((other) => other !== rule).length
  return (
    <Row kind={label} state={<StatusCell of={one} />} note={others === 0 ? uses.onlyHere : uses.others(others)}>
      <Link to={pages[kind].detail} params={{ id }}>
        {id}
      </Link>
    </Row>
  )
}

interface RowProps {
  readonly kind: string
  readonly children: ReactNode
  readonly state?: ReactNode
  readonly note?: ReactNode
}

const Row = ({ kind, children, state, note }: RowProps) => (
  <div className={styles.row}>
    <Dim>{kind}</Dim>
    <span className={styles.name}>{children}</span>
    <span>{state}</span>
    <Dim small>{note}</Dim>
  </div>
)
