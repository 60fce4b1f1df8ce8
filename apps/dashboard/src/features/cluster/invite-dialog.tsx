import { isNodeName, NodeToInvite } from '@mqdeck/contract'
import { FormBody, useChange, useContractForm } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { Modal, Notice, TextField, toast } from '../../ui/index.ts'
import { messages } from './messages.ts'
import { inviteNode } from './queries.ts'

interface InviteDialogProps {
  readonly opened: boolean
  readonly onClose: () => void
  /** Names of the cluster's nodes. */
  readonly members: readonly string[]
}

export function InviteDialog({ opened, onClose, members }: InviteDialogProps) {
  const texts = useMessages(messages)
  return (
    <Modal opened={opened} onClose={onClose} title={texts.invite} size={460}>
      <InviteForm members={members} onDone={onClose} />
    </Modal>
  )
}

function InviteForm({ members, onDone }: { readonly members: readonly string[]; readonly onDone: () => void }) {
  const texts = useMessages(messages)
  const { run } = useChange(inviteNode)
  const form = useContractForm(NodeToInvite, {
    initial: { node: '' },
    toBody: ({ node }) => ({ node: node.trim() }),
    check: ({ node }) => ({ node: faultOf(node.trim()) }),
    async submit(body) {
      await run(body)
      toast.info(texts.invited(body.node))
      onDone()
    },
  })
  const faultOf = (node: string) => {
    if (node === '') return texts.nodeNameRequired
    if (!isNodeName(node)) return texts.nodeNameWrong
    return members.includes(node) && texts.nodeIsMember
  }
  return (
    <FormBody form={form} action={texts.send} onCancel={onDone}>
      <TextField
        mono
        required
        label={texts.nodeName}
        description={texts.nodeNameHint}
        placeholder="emqx@10.0.0.2"
        autoComplete="off"
        data-autofocus
        {...form.input('node')}
      />
      <Notice tone="amber">{texts.inviteHint}</Notice>
    </FormBody>
  )
}
