import { reasonOf } from '@mqdeck/contract'
import type { ReactNode } from 'react'
import { useFormat, useLocale, useMessages } from '../i18n/index.ts'
import { Dim, Group, Link } from '../ui/index.ts'
import styles from './explain.module.css'
import { explainMessages } from './messages.ts'
import type { Outcome, Step } from './outcome.ts'
import { StepRow } from './step-row.tsx'
import { type Stage as StageName, useStepName } from './use-step-name.ts'

function Stage({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <li className={styles.stage}>
      <h3 className={styles.stageTitle}>{title}</h3>
      <ol className={styles.steps}>{children}</ol>
    </li>
  )
}

export function ConnectStage({ connect: { result, reason_code, ban } }: Pick<Outcome, 'connect'>) {
  const texts = useMessages(explainMessages)
  const format = useFormat()
  return (
    <Stage title={texts.stages.connect}>
      <StepRow
        result={result}
        name={ban ? texts.bannedAs(ban.as, ban.who) : result === 'allow' ? texts.connectAllowed : texts.connectDenied}
        notes={[
          ...(ban
            ? [
                { what: texts.banBy, detail: ban.by },
                { what: texts.banReason, detail: ban.reason },
                {
                  what: texts.banUntil,
                  detail: ban.until === 'infinity' ? texts.forEver : format.dateTime(Date.parse(ban.until)),
                },
              ]
            : []),
          ...useReason(reason_code),
        ]}
        more={
          ban && (
            <Group>
              <Link to="/banned-clients">{texts.toBans}</Link>
            </Group>
          )
        }
        isOpen
      />
    </Stage>
  )
}

function useReason(code: number | null): readonly { readonly what: string; readonly detail: string | null }[] {
  const texts = useMessages(explainMessages)
  const locale = useLocale()
  if (code === null) return []
  const hexadecimal = `0x${code.toString(16).padStart(2, '0')}`
  return [{ what: texts.reasonCode(hexadecimal, reasonOf(5, code)?.[locale] ?? '?'), detail: null }]
}

interface AuthenticationStageProps {
  readonly found: Outcome['authentication']
  readonly listener: string
}

export function AuthenticationStage({ found, listener }: AuthenticationStageProps) {
  const texts = useMessages(explainMessages)
  const reason = useReason(found?.part.reason_code ?? null)
  if (!found) return <NotReached stage="authentication" />
  const { part, steps } = found
  const last = { listener: texts.byListener(listener), anonymous: texts.noAuthenticator, nobody: texts.nobodyKnows }
  const concluded = part.by in last ? last[part.by as keyof typeof last] : undefined
  return (
    <Stage title={texts.stages.authentication}>
      <StepRows stage="authentication" steps={steps} by={part.by} reason={reason} />
      {concluded !== undefined && <StepRow result={part.result} name={concluded} notes={reason} isOpen />}
    </Stage>
  )
}

interface AuthorizationStageProps {
  readonly found: Outcome['authorization']
  readonly isAsked: boolean
  readonly isReached: boolean
}

export function AuthorizationStage({ found, isAsked, isReached }: AuthorizationStageProps) {
  const texts = useMessages(explainMessages)
  if (!found) return <NotReached stage="authorization" isAsked={isAsked || !isReached} />
  const { part, steps } = found
  return (
    <Stage title={texts.stages.authorization}>
      {part.by === 'superuser' && <StepRow result="allow" name={texts.superuser} notes={[]} />}
      <StepRows stage="authorization" steps={steps} by={part.by} />
      {part.by === 'default' && (
        <StepRow
          result={part.result}
          name={texts.noMatch}
          notes={[{ what: texts.noMatchResult[part.result], detail: null }]}
          isOpen
        />
      )}
    </Stage>
  )
}

function NotReached({ stage, isAsked = true }: { readonly stage: StageName; readonly isAsked?: boolean }) {
  const texts = useMessages(explainMessages)
  return (
    <Stage title={texts.stages[stage]}>
      <li className={styles.blank}>
        <Dim>{isAsked ? texts.notReached : texts.notAsked}</Dim>
      </li>
    </Stage>
  )
}

interface StepRowsProps {
  readonly stage: StageName
  readonly steps: readonly Step[]
  readonly by: string
  /** What the one that decides has to say besides. */
  readonly reason?: ReturnType<typeof useReason>
}

function StepRows({ stage, steps, by, reason = [] }: StepRowsProps) {
  const nameOf = useStepName()
  return steps.map(({ id, result, notes, took }) => (
    <StepRow
      key={id}
      result={result}
      name={nameOf(stage, id)}
      notes={id === by ? [...notes, ...reason] : notes}
      took={took}
      isOpen={id === by || result === 'failed'}
    />
  ))
}
