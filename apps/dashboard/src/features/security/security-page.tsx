import { IconRefresh } from '@tabler/icons-react'
import { QueryView, StaleNotice, useData, useIsViewer } from '../../api/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import {
  Button,
  Group,
  Link,
  Notice,
  PageHeader,
  Section,
  Skeleton,
  Stack,
  StatusDot,
  VisuallyHidden,
} from '../../ui/index.ts'
import { checkAll, type FindingGroup } from './checks.ts'
import type { Finding, State } from './finding.ts'
import { messages } from './messages.ts'
import { factsQuery } from './queries.ts'
import styles from './security.module.css'

export default function SecurityPage() {
  const texts = useMessages(messages)
  const isViewer = useIsViewer()
  const facts = useData(factsQuery, undefined)
  return (
    <>
      <PageHeader
        title={texts.title}
        description={texts.description}
        actions={
          <Button
            icon={<IconRefresh size={16} aria-hidden />}
            loading={facts.isRefreshing && !facts.isLoading}
            onClick={facts.refresh}
          >
            {texts.refresh}
          </Button>
        }
      />
      <StaleNotice query={facts} />
      <QueryView query={facts} skeleton={<Skeleton height={480} />}>
        {(found) => <Checklist groups={checkAll(found)} isViewer={isViewer} />}
      </QueryView>
    </>
  )
}

function Checklist({ groups, isViewer }: { readonly groups: readonly FindingGroup[]; readonly isViewer: boolean }) {
  const texts = useMessages(messages)
  return (
    <Stack gap={4}>
      {isViewer && <Notice>{texts.viewer}</Notice>}
      <Summary findings={groups.flatMap(({ findings }) => findings)} />
      {groups.map(({ name, findings }) => (
        <Section key={name} title={texts.groups[name]} flush>
          <ul className={styles.findings}>
            {worstFirst(findings).map((finding) => (
              <FindingRow key={finding.check} finding={finding} />
            ))}
          </ul>
        </Section>
      ))}
    </Stack>
  )
}

const order = ['danger', 'attention', 'unknown', 'ok'] as const satisfies readonly State[]

const worstFirst = (findings: readonly Finding[]) =>
  findings.toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state))

function Summary({ findings }: { readonly findings: readonly Finding[] }) {
  const texts = useMessages(messages)
  return (
    <section aria-label={texts.result} className={styles.summary}>
      <Group gap={6} wrap>
        {order.map((state) => {
          const count = findings.filter((one) => one.state === state).length
          return count > 0 ? (
            <StatusDot key={state} tone={tones[state]}>
              {texts.counts[state](count)}
            </StatusDot>
          ) : null
        })}
      </Group>
    </section>
  )
}

/** Maximum number of names that are shown. */
const maxNames = 5

const tones = { ok: 'accent', attention: 'amber', danger: 'red', unknown: 'grey' } as const

/** The result of one check with its reason and a link to the page where it is fixed. */
function FindingRow({ finding: { check, state, reason, names, to } }: { readonly finding: Finding }) {
  const texts = useMessages(messages)
  const format = useFormat()
  const shown = format.list(names.slice(0, maxNames))
  const listed =
    names.length > maxNames ? `${names.slice(0, maxNames).join(', ')} ${texts.andMore(names.length - maxNames)}` : shown
  const [path = to, query] = to.split('?')
  return (
    <li className={styles.finding}>
      <span>
        <StatusDot tone={tones[state]}>{texts.states[state]}</StatusDot>
      </span>
      <div className={styles.text}>
        <h3 className={styles.title}>{texts.checks[check]}</h3>
        <p className={styles.reason}>{texts.reasons[reason](listed)}</p>
      </div>
      <span>
        <Link to={path} search={Object.fromEntries(new URLSearchParams(query))}>
          {state === 'ok' || state === 'unknown' ? texts.view : texts.fix}
          <VisuallyHidden>: {texts.checks[check]}</VisuallyHidden>
        </Link>
      </span>
    </li>
  )
}
