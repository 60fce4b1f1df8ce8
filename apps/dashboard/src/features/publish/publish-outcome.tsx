import { ApiError } from '@mqdeck/contract'
import { useErrorText } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { Dim, ErrorState, Mono, Notice, Stack } from '../../ui/index.ts'
import { messages } from './messages.ts'
import { countDelivered, type Publishing, type PublishResult } from './use-publishing.ts'

/** Result of the last message. Always rendered, so that screen readers announce it. */
export function PublishOutcome({ outcome, error }: Pick<Publishing, 'outcome' | 'error'>) {
  return (
    <div aria-live="polite">
      {error && <Failure error={error} />}
      {outcome && <Success {...outcome} />}
    </div>
  )
}

function Failure({ error }: { readonly error: Error }) {
  const texts = useMessages(messages)
  const describe = useErrorText()
  const code = error instanceof ApiError ? error.reasonCode : undefined
  if (code === undefined) return <ErrorState title={texts.failed} message={describe(error)} />
  const reason = texts.reasons[code] ?? error.message
  return <ErrorState title={texts.failed} message={`${reason} ${texts.reasonCode(code, error.message)}`} />
}

function Success(outcome: PublishResult) {
  const texts = useMessages(messages)
  const { answers, subscribers, draft } = outcome
  const [only] = answers
  if (!only) return null
  const isKept = draft.retain && draft.payload !== '' ? ` ${texts.keptAsRetained}` : ''
  if (answers.length > 1) {
    return (
      <Notice tone={countDelivered(outcome) < answers.length ? 'amber' : 'grey'}>
        {texts.delivered} {texts.deliveredOf(countDelivered(outcome), answers.length)}
      </Notice>
    )
  }
  if (!('id' in only)) {
    return (
      <Notice tone="amber">
        <Stack gap={1}>
          <span>
            {texts.noSubscribers}
            {isKept}
          </span>
          <Dim small>{texts.reasonCode(only.reason_code, only.message)}</Dim>
        </Stack>
      </Notice>
    )
  }
  return (
    <Notice>
      <Stack gap={1}>
        <span>
          <strong>{texts.delivered}</strong> {/* Subscribers may have left since. */}
          {subscribers === undefined || subscribers === 0 ? texts.matchedAtLeastOne : texts.matched(subscribers)}
        </span>
        <Dim small>
          {texts.messageId} <Mono>{only.id}</Mono>
        </Dim>
      </Stack>
    </Notice>
  )
}
