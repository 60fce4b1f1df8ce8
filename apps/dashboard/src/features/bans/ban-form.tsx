import { ApiError, type BanDimension, banDimensions, NewBan } from '@mqdeck/contract'
import { FormBody, useChange, useContractForm, useSession } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { Dim, Fields, Select, Stack, TextField, toast } from '../../ui/index.ts'
import type { BanSubject } from './ban-dialog.tsx'
import { blankTerms, type Terms, termsOf, untilOf } from './ban-terms.ts'
import { checkWho, toWho } from './check-who.ts'
import { valueFor } from './known-client.ts'
import { MatchingClients } from './matching-clients.tsx'
import { banKindNames, messages } from './messages.ts'
import { changeBan, createBan } from './queries.ts'
import { endFault, TermsFields } from './terms-fields.tsx'

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
  const session = useSession()
  const create = useChange(createBan)
  const change = useChange(changeBan)
  const ban = 'ban' in subject ? subject.ban : undefined
  const client = 'client' in subject ? subject.client : undefined
  const form = useContractForm(NewBan, {
    initial: {
      kind: ban?.as ?? 'clientid',
      text: ban?.who ?? client?.clientid ?? '',
      terms: ban ? termsOf(ban) : blankTerms,
    },
    toBody: ({ kind, text, terms }: BanValues) => ({
      as: kind,
      who: toWho(kind, text),
      reason: terms.reason.trim(),
      until: untilOf(terms, Date.now()) ?? 'infinity',
      by: session?.username ?? '',
    }),
    fieldOf: { as: 'kind', who: 'text', reason: 'terms', until: 'terms' },
    check({ kind, text, terms }) {
      const fault = checkWho(kind, toWho(kind, text))
      return { text: fault && texts.faults[fault], terms: endFault(terms, texts) }
    },
    async submit(wanted) {
      if (ban) await change.run({ old: ban, wanted })
      else await create.run(wanted)
      toast.success(ban ? texts.saved(wanted.who) : texts.banned(wanted.who))
      onClose()
    },
    faultsOf: (error) => ({ text: errorOfWho(error, texts) }),
  })
  const { kind, text } = form.values
  const who = toWho(kind, text)
  const textField = form.field('text')
  const changeKind = (next: BanDimension) => {
    // Replace a value taken from the client, but keep what the user has typed.
    const isFromClient = client !== undefined && text === valueFor(kind, client)
    form.field('kind').onChange(next)
    textField.onChange(isFromClient ? valueFor(next, client) : text)
  }
  const needsHint = kind === 'clientid_re' || kind === 'username_re' || kind === 'peerhost_net'
  return (
    <FormBody form={form} action={ban ? texts.save : texts.banClients} danger={ban === undefined} onCancel={onClose}>
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
            onChange={(event) => textField.onChange(event.currentTarget.value)}
            error={textField.error}
          />
          {ban === undefined && checkWho(kind, who) === undefined && <MatchingClients kind={kind} who={who} />}
          {needsHint && <Dim small>{texts.cost}</Dim>}
        </Stack>
        <TermsFields
          terms={form.values.terms}
          onChange={form.field('terms').onChange}
          showsFaults={form.form.formState.isSubmitted}
        />
      </Fields>
    </FormBody>
  )
}

type BanValues = {
  readonly kind: BanDimension
  readonly text: string
  readonly terms: Terms
}

/** The error text for the field with the banned value; undefined for other errors. */
function errorOfWho(error: unknown, texts: typeof messages.en): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.code === 'ALREADY_EXISTS') return texts.exists
  const reason = /^bad regular expression: .*error parsing regexp: (?<reason>.*)$/s.exec(error.message)?.groups?.reason
  return reason === undefined ? undefined : texts.badExpression(reason)
}
