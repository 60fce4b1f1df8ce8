import { ApiError, type Ban, type BanDimension, banDimensions, NewBan } from '@mqdeck/contract'
import { FormBody, useChange, useContractForm, useSession } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { Dim, Fields, Modal, Select, Stack, TextField, toast } from '../../ui/index.ts'
import { blankTerms, type Terms, termsOf, untilOf } from './ban-terms.ts'
import { checkWho, toWho } from './check-who.ts'
import { MatchingClients } from './matching-clients.tsx'
import { banKindNames, messages } from './messages.ts'
import { changeBan, createBan } from './queries.ts'
import { endFault, TermsFields } from './terms-fields.tsx'

/** A client to ban, from which the form is filled in. */
interface KnownClient {
  readonly clientid: string
  readonly username?: string | null | undefined
  readonly peerhost?: string | undefined
}

/** A new ban, with or without a client to start from, or an existing ban to edit. */
export type BanSubject = { readonly client?: KnownClient | undefined } | { readonly ban: Ban }

interface BanDialogProps {
  /** Undefined while the dialog is closed. */
  readonly subject: BanSubject | undefined
  readonly onClose: () => void
}

/** Creates a ban or edits an existing one. */
export function BanDialog({ subject, onClose }: BanDialogProps) {
  const texts = useMessages(messages)
  const isEdit = subject !== undefined && 'ban' in subject
  return (
    <Modal
      opened={subject !== undefined}
      onClose={onClose}
      title={isEdit ? texts.editTitle : texts.newTitle}
      size={560}
    >
      {subject && <BanForm subject={subject} onClose={onClose} />}
    </Modal>
  )
}

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

function BanForm({ subject, onClose }: BanFormProps) {
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

/** The value of the client for this kind of ban; empty if it is unknown or does not apply to a single client. */
function valueFor(kind: BanDimension, { clientid, username, peerhost }: KnownClient): string {
  if (kind === 'clientid') return clientid
  if (kind === 'username') return username ?? ''
  return kind === 'peerhost' ? (peerhost ?? '') : ''
}
