import { reasonOf } from '@mqdeck/contract'
import type { ReactNode } from 'react'
import { useFormat, useLocale, useMessages } from '../../i18n/index.ts'
import { Dim, Group, Link } from '../../ui/index.ts'
import styles from './explain.module.css'
import type { ExplainResult, Step } from './explain-result.ts'
import { explainMessages } from './messages.ts'
import { type Stage as StageName, useStepName } from './step-names.ts'
import { StepRow } from './step-row.tsx'

function Stage({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <li className={styles.stage}>
      <h3 className={styles.stageTitle}>{title}</h3>
      <ol className={styles.steps}>{children}</ol>
    </li>
  )
}

export function ConnectStage({ connect: { result, reason_code, ban } }: Pick<ExplainResult, 'connect'>) {
  const texts = useMessages(explainMessages)
  const format = useFormat()
  return (
    <Stage title={texts.stages.connect}>
      <StepRow
        stage="authentication"
        result={result}
        name={
          ban ? texts.bannedAs(ban.as, ban.who) : result === 'allow' ? texts.connectAccepted : texts.connectRejected
        }
        notes={[
          ...(ban
            ? [
                { what: texts.bannedBy, detail: ban.by },
                { what: texts.reason, detail: ban.reason },
                {
                  what: texts.expires,
                  detail: ban.until === 'infinity' ? texts.neverExpires : format.dateTime(Date.parse(ban.until)),
                },
              ]
            : []),
          ...useReason(reason_code),
        ]}
        more={
          ban && (
            <Group>
              <Link to="/banned-clients">{texts.bannedClients}</Link>
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
  readonly found: ExplainResult['authentication']
  readonly listener: string
}

export function AuthenticationStage({ found, listener }: AuthenticationStageProps) {
  const texts = useMessages(explainMessages)
  const reason = useReason(found?.decision.reason_code ?? null)
  if (!found) return <NotReached stage="authentication" />
  const { decision, steps } = found
  const conclusions = {
    listener: texts.byListener(listener),
    anonymous: texts.noAuthenticator,
    nobody: texts.ignoredByAll,
  }
  const conclusion = decision.by in conclusions ? conclusions[decision.by as keyof typeof conclusions] : undefined
  return (
    <Stage title={texts.stages.authentication}>
      <StepRows stage="authentication" steps={steps} by={decision.by} reason={reason} />
      {conclusion !== undefined && (
        <StepRow stage="authentication" result={decision.result} name={conclusion} notes={reason} isOpen />
      )}
    </Stage>
  )
}

interface AuthorizationStageProps {
  readonly found: ExplainResult['authorization']
  readonly isChecked: boolean
  readonly isReached: boolean
}

export function AuthorizationStage({ found, isChecked, isReached }: AuthorizationStageProps) {
  const texts = useMessages(explainMessages)
  if (!found) return <NotReached stage="authorization" isChecked={isChecked || !isReached} />
  const { decision, steps } = found
  return (
    <Stage title={texts.stages.authorization}>
      {decision.by === 'superuser' && (
        <StepRow stage="authorization" result="allow" name={texts.superuser} notes={[]} />
      )}
      <StepRows stage="authorization" steps={steps} by={decision.by} />
      {decision.by === 'default' && (
        <StepRow
          stage="authorization"
          result={decision.result}
          name={texts.noMatch}
          notes={[{ what: texts.noMatchResult[decision.result], detail: null }]}
          isOpen
        />
      )}
    </Stage>
  )
}

function NotReached({ stage, isChecked = true }: { readonly stage: StageName; readonly isChecked?: boolean }) {
  const texts = useMessages(explainMessages)
  return (
    <Stage title={texts.stages[stage]}>
      <li className={styles.blank}>
        <Dim>{isChecked ? texts.notReached : texts.connectOnly}</Dim>
      </li>
    </Stage>
  )
}

interface StepRowsProps {
  readonly stage: StageName
  readonly steps: readonly Step[]
  readonly by: string
  /** Additional notes for the step that decides. */
  readonly reason?: ReturnType<typeof useReason>
}

function StepRows({ stage, steps, by, reason = [] }: StepRowsProps) {
  const nameOf = useStepName()
  return steps.map(({ id, result, notes, took }) => (
    <StepRow
      key={id}
      stage={stage}
      result={result}
      name={nameOf(stage, id)}
      notes={id === by ? [...notes, ...reason] : notes}
      took={took}
      isOpen={id === by || result === 'failed'}
    />
  ))
}
