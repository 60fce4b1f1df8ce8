import { ApiError, type BanDimension, banDimensions } from '@mqdeck/contract'
import { type FormEvent, useState } from 'react'
import { useChange, useErrorText, useSession } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { Button, Dim, ErrorState, Fields, Group, Select, Stack, TextField, toast } from '../../ui/index.ts'
import type { BanSubject } from './ban-dialog.tsx'
import { blankTerms, hasEnded, termsOf, untilOf } from './ban-terms.ts'
import { checkWho, toWho } from './check-who.ts'
import { valueFor } from './known-client.ts'
import { MatchingClients } from './matching-clients.tsx'
import { banKindNames, messages } from './messages.ts'
import { changeBan, createBan } from './queries.ts'
import { TermsFields } from './terms-fields.tsx'

interface BanFormProps {
  readonly subject: BanSubject
  readonly onClose: () => void
}

const placeholders: Readonly<Partial<Record<BanDimension, string>>> = {
  peerhost: '192.168.1.10',
  peerhost_net: '192.168.0.0/16',
  clientid_re: '^sensor-\\d+$',
  username_re: '^guest',
}

export function BanForm({ subject, onClose }: BanFormProps) {
  const texts = useMessages(messages)
  const kindNames = useMessages(banKindNames)
  const ban = 'ban' in subject ? subject.ban : undefined
  const client = 'client' in subject ? subject.client : undefined
  const [kind, setKind] = useState<BanDimension>(ban?.as ?? 'clientid')
  const [text, setText] = useState(ban?.who ?? client?.clientid ?? '')
  const [terms, setTerms] = useState(ban ? termsOf(ban) : blankTerms)
  const [isSubmitted, setSubmitted] = useState(false)
  const { save, isRunning, whoError, error, forgetError } = useSaveBan(subject, onClose)

  const who = toWho(kind, text)
  const fault = checkWho(kind, who)
  const changeKind = (next: BanDimension) => {
    forgetError()
    // Replace a value taken from the client, but keep what the user has typed.
    const isFromClient = client !== undefined && text === valueFor(kind, client)
    if (isFromClient) setText(valueFor(next, client))
    setKind(next)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // React forwards events of a dialog to the form that contains its component.
    event.stopPropagation()
    setSubmitted(true)
    const until = untilOf(terms, Date.now())
    if (fault !== undefined || until === undefined || hasEnded(until, Date.now())) return
    void save({ as: kind, who, reason: terms.reason.trim(), until })
  }
  const needsHint = kind === 'clientid_re' || kind === 'username_re' || kind === 'peerhost_net'
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={5}>
        <Dim>{ban ? texts.replaced : texts.effect}</Dim>
        <Fields>
          <Select
            label={texts.type}
            value={kind}
            disabled={ban !== undefined}
            onChange={(next) => next && changeKind(next)}
            options={banDimensions.map((value) => ({ value, label: kindNames[value] }))}
          />
          <Stack gap={2}>
            <TextField
              mono
              required
              label={texts.valueOf[kind]}
              placeholder={placeholders[kind]}
              autoComplete="off"
              data-autofocus={ban === undefined && text === ''}
              disabled={ban !== undefined}
              value={text}
              onChange={(event) => {
                forgetError()
                setText(event.currentTarget.value)
              }}
              error={isSubmitted && fault !== undefined ? texts.faults[fault] : whoError}
            />
            {ban === undefined && fault === undefined && <MatchingClients kind={kind} who={who} />}
            {needsHint && <Dim small>{texts.cost}</Dim>}
          </Stack>
          <TermsFields terms={terms} onChange={setTerms} showsFaults={isSubmitted} />
        </Fields>
        {error !== undefined && <ErrorState title={error} />}
        <Group justify="end">
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" variant={ban ? 'primary' : 'danger'} loading={isRunning}>
            {ban ? texts.save : texts.banClients}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

interface NewBan {
  readonly as: BanDimension
  readonly who: string
  readonly reason: string
  readonly until: number | 'infinity'
}

/** Creates or edits the ban, and decides whether an error is shown at the field or below the form. */
function useSaveBan(subject: BanSubject, onDone: () => void) {
  const texts = useMessages(messages)
  const errorText = useErrorText()
  const session = useSession()
  const create = useChange(createBan)
  const change = useChange(changeBan)
  const error = create.error ?? change.error
  const whoError = error && errorOfWho(error, texts)
  return {
    isRunning: create.isRunning || change.isRunning,
    whoError,
    error: error && whoError === undefined ? errorText(error) : undefined,
    forgetError: () => {
      create.reset()
      change.reset()
    },
    async save(ban: NewBan) {
      const body = { ...ban, by: session?.username ?? '' }
      try {
        if ('ban' in subject) await change.run({ old: subject.ban, wanted: body })
        else await create.run(body)
      } catch {
        // The form shows the error.
        return
      }
      toast.success('ban' in subject ? texts.saved(body.who) : texts.banned(body.who))
      onDone()
    },
  }
}

/** The error text for the field with the banned value; undefined for other errors. */
function errorOfWho(error: Error, texts: typeof messages.en): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.code === 'ALREADY_EXISTS') return texts.exists
  const reason = /^bad regular expression: .*error parsing regexp: (?<reason>.*)$/s.exec(error.message)?.groups?.reason
  return reason === undefined ? undefined : texts.badExpression(reason)
}
