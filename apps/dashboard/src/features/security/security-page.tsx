import { IconRefresh } from '@tabler/icons-react'
import { QueryView, StaleNotice, useData, useIsViewer } from '../../api/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { useAuthenticatorName, useSourceName } from '../../lib/access/access-names.ts'
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
import { type Finding, type State, titleOf } from './finding.ts'
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
  const all = groups.flatMap(({ findings }) => findings)
  const critical = all.filter(({ state }) => state === 'danger')
  return (
    <Stack gap={4}>
      {isViewer && <Notice>{texts.viewer}</Notice>}
      <section aria-label={texts.result}>
        <Counts of={all} />
      </section>
      {critical.length > 0 && <Findings title={texts.critical} of={critical} />}
      {groups.map(({ name, findings }) => (
        <Findings
          key={name}
          title={texts.groups[name]}
          of={findings.filter(({ state }) => state !== 'danger')}
          counted
        />
      ))}
    </Stack>
  )
}

interface FindingsProps {
  readonly title: string
  readonly of: readonly Finding[]
  readonly counted?: boolean
}

function Findings({ title, of: findings, counted = false }: FindingsProps) {
  return (
    <Section title={title} actions={counted && <Counts of={findings} />} flush>
      <ul className={styles.findings}>
        {worstFirst(findings).map((finding) => (
          <FindingRow key={finding.check} finding={finding} />
        ))}
      </ul>
    </Section>
  )
}

const order = ['danger', 'attention', 'unknown', 'ok'] as const satisfies readonly State[]

const worstFirst = (findings: readonly Finding[]) =>
  findings.toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state))

function Counts({ of: findings }: { readonly of: readonly Finding[] }) {
  const texts = useMessages(messages)
  return (
    <Group gap={5} wrap>
      {order.map((state) => {
        const count = findings.filter((one) => one.state === state).length
        return count > 0 ? (
          <StatusDot key={state} tone={tones[state]}>
            {texts.counts[state](count)}
          </StatusDot>
        ) : null
      })}
    </Group>
  )
}

/** Maximum number of names that are shown. */
const maxNames = 5

const tones = { ok: 'accent', attention: 'amber', danger: 'red', unknown: 'grey' } as const

/** Authenticators and ACL sources by their titles, others by their IDs. */
function useNames({ check, names }: Finding): readonly string[] {
  const authenticatorName = useAuthenticatorName()
  const sourceName = useSourceName()
  if (check === 'anonymous' || check === 'hashes') return names.map(authenticatorName)
  return check === 'noRule' ? names.map(sourceName) : names
}

/** The result of one check with its reason and a link to the page where it is fixed. */
function FindingRow({ finding }: { readonly finding: Finding }) {
  const { state, reason, to } = finding
  const texts = useMessages(messages)
  const title = titleOf(finding, texts)
  const format = useFormat()
  const names = useNames(finding)
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
        <h3 className={styles.title}>{title}</h3>
        <p className={styles.reason}>{texts.reasons[reason](listed)}</p>
      </div>
      <span>
        {path !== '' && (
          <Link to={path} search={Object.fromEntries(new URLSearchParams(query))}>
            {state === 'ok' || state === 'unknown' ? texts.view : texts.fix}
            <VisuallyHidden>: {title}</VisuallyHidden>
          </Link>
        )}
      </span>
    </li>
  )
}
