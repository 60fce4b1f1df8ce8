import { useMemo } from 'react'
import { useChange, useFresh, useIsViewer } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import { isRecord } from '../../../lib/json/json-path.ts'
import { PlugInForm } from '../../../schema-form/index.ts'
import { toast, useGo } from '../../../ui/index.ts'
import { useTryOut } from '../../explain/index.ts'
import type { ChainKind, ChainMember, MemberManifest } from './chain-kind.ts'
import { chainMessages } from './messages.ts'

const noStructs = [] as const
/** The list and the page header have a switch for it. */
const hiddenFields = ['enable'] as const

interface SettingsFormProps<Member extends ChainMember, Result extends string> {
  readonly kind: ChainKind<Member, Result>
  readonly member: Member
}

/** The settings of a member. */
export function SettingsForm<Member extends ChainMember, Result extends string>({
  kind,
  member,
}: SettingsFormProps<Member, Result>) {
  const { saved } = useMessages(chainMessages)
  const id = kind.idOf(member)
  const value = useMemo(() => kind.settingsOf(member), [kind, member])
  const fresh = useFresh(kind.memberQuery, id)
  const { run } = useChange(kind.save)
  const { tryOut, drawer } = useTryMember(kind, id)
  const warningOf = kind.useWarning?.(member)
  return (
    <>
      <PlugInForm
        {...kind.useFormParts()}
        structs={kind.manifestOf(id)?.structs ?? noStructs}
        mode="edit"
        value={value}
        hide={hiddenFields}
        tryOut={tryOut}
        readOnly={useIsViewer()}
        confirmDiff
        current={async () => kind.settingsOf(await fresh())}
        warning={(changes) => warningOf?.(changes.map(({ path }) => path))}
        onSave={async (settings) => {
          await run({ id, settings: isRecord(settings) ? settings : {} })
          toast.success(saved)
        }}
      />
      {drawer}
    </>
  )
}

interface CreateFormProps<Member extends ChainMember, Result extends string> {
  readonly kind: ChainKind<Member, Result>
  readonly id: string
  readonly manifest: MemberManifest
}

/** The settings of a new member. */
export function CreateForm<Member extends ChainMember, Result extends string>(props: CreateFormProps<Member, Result>) {
  const { kind, id, manifest } = props
  const texts = kind.useTexts()
  const { create } = useMessages(chainMessages)
  const nameOf = kind.useNameOf()
  const go = useGo()
  const { run } = useChange(kind.create)
  const start = useMemo(() => ({ ...manifest.example, ...kind.typeOf(id) }), [kind, id, manifest])
  const { tryOut, drawer } = useTryMember(kind, id)
  return (
    <>
      <PlugInForm
        {...kind.useFormParts()}
        structs={manifest.structs}
        mode="create"
        value={start}
        hide={hiddenFields}
        tryOut={tryOut}
        saveLabel={create}
        onSave={async (settings) => {
          await run({ id, settings: isRecord(settings) ? settings : {} })
          toast.success(texts.created(nameOf(id)))
          const tab = kind.hasData(id) ? kind.dataTab : 'overview'
          go({ ...kind.memberPage(id), search: { tab } }, { replace: true })
        }}
      />
      {drawer}
    </>
  )
}

/** Tests settings at the position of the member in the current chain, as if it were enabled. */
function useTryMember<Member extends ChainMember, Result extends string>(kind: ChainKind<Member, Result>, id: string) {
  const fresh = useFresh(kind.chainQuery, undefined)
  return useTryOut(async (settings) => kind.toDraft(await fresh(), { id, settings }))
}
