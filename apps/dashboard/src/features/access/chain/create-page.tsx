import type { ComponentProps, ReactNode } from 'react'
import { QueryView, useData } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import { PageHeader, Skeleton, Steps } from '../../../ui/index.ts'
import type { ChainKind, ChainMember } from './chain-kind.ts'
import { CreateForm } from './member-form.tsx'
import { chainMessages } from './messages.ts'

interface CreatePageProps<Member extends ChainMember, Result extends string> {
  readonly kind: ChainKind<Member, Result>
  /** The choices before the settings. Each has its own URL, so that the back button of the browser returns to it. */
  readonly choices: ComponentProps<typeof Steps>['steps']
  /** Number of choices made. */
  readonly made: number
  /** ID of the chosen type; undefined until every choice has a value. */
  readonly id: string | undefined
  /** The cards of the current choice. */
  readonly children: (isUsed: (id: string) => boolean) => ReactNode
}

/** Choices of the type, then its settings. */
export function CreatePage<Member extends ChainMember, Result extends string>(props: CreatePageProps<Member, Result>) {
  const { kind, choices, made, id, children } = props
  const texts = useMessages(chainMessages)
  const { newMember } = kind.useTexts()
  const chain = useData(kind.chainQuery, undefined)
  const manifest = id === undefined ? undefined : kind.manifestOf(id)
  return (
    <>
      <PageHeader title={newMember} />
      <Steps label={texts.steps} steps={[...choices, { label: texts.settings }]} current={made} />
      <QueryView query={chain} skeleton={<Skeleton height={240} />}>
        {(members) => {
          if (id !== undefined && manifest) return <CreateForm key={id} kind={kind} id={id} manifest={manifest} />
          // From the current chain, since another user may have changed it after this page was opened.
          const used = new Set(members.map(kind.idOf))
          return children((type) => used.has(type))
        }}
      </QueryView>
    </>
  )
}
