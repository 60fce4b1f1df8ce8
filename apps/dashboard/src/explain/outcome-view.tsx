import { IconCircleCheck, IconCircleX, IconHelpCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useMessages } from '../i18n/index.ts'
import { type Description, DescriptionList, ScrollIntoView, join, Mono, Notice, Section, Stack } from '../ui/index.ts'
import type { Asked } from './asked.ts'
import styles from './explain.module.css'
import { explainMessages } from './messages.ts'
import { type Outcome, unknownIn } from './outcome.ts'
import { AuthenticationStage, AuthorizationStage, ConnectStage } from './stages.tsx'
import { useStepName } from './use-step-name.ts'
import { verdictText } from './verdict-text.ts'

interface OutcomeViewProps {
  readonly asked: Asked
  readonly outcome: Outcome
}

/** The verdict, who the client was taken for, and the way there. */
export function OutcomeView({ asked, outcome }: OutcomeViewProps) {
  const texts = useMessages(explainMessages)
  const nameOf = useStepName()
  const { connect, authentication, authorization, isGuess } = outcome
  const unknown = unknownIn(outcome).map((id) =>
    nameOf(authentication?.steps.some((step) => step.id === id) ? 'authentication' : 'authorization', id),
  )
  return (
    <Stack gap={4}>
      <ScrollIntoView trigger={outcome}>
        <Verdict result={unknown.length > 0 ? 'unknown' : outcome.result}>
          {verdictText(outcome, asked, texts.verdicts, nameOf)}
        </Verdict>
      </ScrollIntoView>
      {isGuess && (
        <Notice tone="amber">
          {texts.isGuess} {unknown.length > 0 && texts.unknowns([...new Set(unknown)].join(', '))}
        </Notice>
      )}
      {authorization?.part.cached && authorization.part.cached !== authorization.part.result && (
        <Notice tone="amber">{texts.cached[authorization.part.cached]}</Notice>
      )}
      <Section title={texts.steps}>
        <ol className={styles.stages}>
          <ConnectStage connect={connect} />
          <AuthenticationStage found={authentication} listener={outcome.client?.listener ?? ''} />
          <AuthorizationStage found={authorization} isAsked={asked.action !== 'connect'} isReached={isLetIn(outcome)} />
        </ol>
      </Section>
      <TakenFor outcome={outcome} />
    </Stack>
  )
}

const isLetIn = ({ authentication }: Outcome) => authentication?.part.result === 'allow'

const icons = { allow: IconCircleCheck, deny: IconCircleX, unknown: IconHelpCircle } as const

function Verdict({ result, children }: { readonly result: keyof typeof icons; readonly children: ReactNode }) {
  const texts = useMessages(explainMessages)
  const Icon = icons[result]
  return (
    <section className={join(styles.verdict, styles[result])} aria-label={texts.verdict}>
      <Icon size={22} stroke={1.8} aria-hidden />
      <p>{children}</p>
    </section>
  )
}

function TakenFor({ outcome: { client, authentication, authorization } }: { readonly outcome: Outcome }) {
  const texts = useMessages(explainMessages)
  if (!client) return null
  const { takenFor } = texts
  const attributes = Object.entries(authentication?.part.client_attrs ?? {}).map(([name, value]) => `${name}=${value}`)
  const items: readonly Description[] = [
    { label: takenFor.clientid, value: <Mono>{client.clientid}</Mono> },
    { label: takenFor.username, value: client.username !== null && <Mono>{client.username}</Mono> },
    { label: takenFor.listener, value: <Mono>{client.listener}</Mono> },
    { label: takenFor.zone, value: <Mono>{client.zone}</Mono> },
    ...(client.mountpoint === null ? [] : [{ label: takenFor.mountpoint, value: <Mono>{client.mountpoint}</Mono> }]),
    ...(attributes.length === 0 ? [] : [{ label: takenFor.attributes, value: <Mono>{attributes.join(', ')}</Mono> }]),
    ...(authentication?.part.is_superuser ? [{ label: takenFor.superuser, value: texts.yes }] : []),
    ...(authorization ? [{ label: takenFor.topic, value: <Mono>{authorization.part.topic}</Mono> }] : []),
  ]
  return (
    <Section title={texts.taken}>
      <DescriptionList
        items={items.map((item) => (item.value === false ? { ...item, value: undefined } : item))}
        minWidth={150}
      />
    </Section>
  )
}
