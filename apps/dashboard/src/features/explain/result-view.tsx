import { IconCircleCheck, IconCircleX, IconHelpCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useMessages } from '../../i18n/index.ts'
import {
  type Description,
  DescriptionList,
  join,
  Mono,
  Notice,
  ScrollIntoView,
  Section,
  Stack,
} from '../../ui/index.ts'
import styles from './explain.module.css'
import type { ExplainInput } from './explain-input.ts'
import { type ExplainResult, notCheckedIn } from './explain-result.ts'
import { explainMessages } from './messages.ts'
import { AuthenticationStage, AuthorizationStage, ConnectStage } from './stages.tsx'
import { useStepName } from './step-names.ts'
import { verdictText } from './verdict-text.ts'

interface ResultViewProps {
  readonly input: ExplainInput
  readonly result: ExplainResult
}

/** The result in one sentence, the steps that lead to it, and the client as the broker has identified it. */
export function ResultView({ input, result }: ResultViewProps) {
  const texts = useMessages(explainMessages)
  const nameOf = useStepName()
  const { connect, authentication, authorization, isEstimate } = result
  const notChecked = notCheckedIn(result).map((id) =>
    nameOf(authentication?.steps.some((step) => step.id === id) ? 'authentication' : 'authorization', id),
  )
  return (
    <Stack gap={4}>
      <ScrollIntoView trigger={result}>
        <Verdict result={notChecked.length > 0 ? 'unknown' : result.result}>
          {verdictText(result, input, texts.verdicts, nameOf)}
        </Verdict>
      </ScrollIntoView>
      {isEstimate && (
        <Notice tone="amber">
          {texts.isEstimate} {notChecked.length > 0 && texts.notChecked([...new Set(notChecked)].join(', '))}
        </Notice>
      )}
      {authorization?.decision.cached && authorization.decision.cached !== authorization.decision.result && (
        <Notice tone="amber">{texts.cached[authorization.decision.cached]}</Notice>
      )}
      <Section title={texts.steps}>
        <ol className={styles.stages}>
          <ConnectStage connect={connect} />
          <AuthenticationStage found={authentication} listener={result.client?.listener ?? ''} />
          <AuthorizationStage
            found={authorization}
            isChecked={input.action !== 'connect'}
            isReached={isAccepted(result)}
          />
        </ol>
      </Section>
      <ClientDetails result={result} />
    </Stack>
  )
}

const isAccepted = ({ authentication }: ExplainResult) => authentication?.decision.result === 'allow'

const icons = { allow: IconCircleCheck, deny: IconCircleX, unknown: IconHelpCircle } as const

function Verdict({ result, children }: { readonly result: keyof typeof icons; readonly children: ReactNode }) {
  const texts = useMessages(explainMessages)
  const Icon = icons[result]
  return (
    <section className={join(styles.verdict, styles[result])} aria-label={texts.result}>
      <Icon size={22} stroke={1.8} aria-hidden />
      <p>{children}</p>
    </section>
  )
}

function ClientDetails({ result: { client, authentication, authorization } }: { readonly result: ExplainResult }) {
  const texts = useMessages(explainMessages)
  if (!client) return null
  const attributes = Object.entries(authentication?.decision.client_attrs ?? {}).map(
    ([name, value]) => `${name}=${value}`,
  )
  const items: readonly Description[] = [
    { label: texts.clientId, value: <Mono>{client.clientid}</Mono> },
    { label: texts.username, value: client.username !== null && <Mono>{client.username}</Mono> },
    { label: texts.listener, value: <Mono>{client.listener}</Mono> },
    { label: texts.zone, value: <Mono>{client.zone}</Mono> },
    ...(client.mountpoint === null ? [] : [{ label: texts.mountpoint, value: <Mono>{client.mountpoint}</Mono> }]),
    ...(attributes.length === 0 ? [] : [{ label: texts.attributeList, value: <Mono>{attributes.join(', ')}</Mono> }]),
    ...(authentication?.decision.is_superuser ? [{ label: texts.isSuperuser, value: texts.yes }] : []),
    ...(authorization ? [{ label: texts.checkedTopic, value: <Mono>{authorization.decision.topic}</Mono> }] : []),
  ]
  return (
    <Section title={texts.clientDetails}>
      <DescriptionList
        items={items.map((item) => (item.value === false ? { ...item, value: undefined } : item))}
        minWidth={150}
      />
    </Section>
  )
}
