import type { ReactNode } from 'react'
import { DetailPage, isNotFound, useData, useIsViewer, validationProblemOf } from '../../../api/index.ts'
import { StateDot } from '../../../api/nodes/node-states/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import { Button, Link, PageHeader, TypeMark, useGo } from '../../../ui/index.ts'
import { type ChainKind, type ChainMember, isEnabled } from './chain-kind.ts'
import { ChainOverview } from './chain-overview.tsx'
import { MemberState, useStatus } from './chain-status.tsx'
import { SettingsForm } from './member-form.tsx'
import { chainMessages } from './messages.ts'
import { useMemberActions } from './use-member-actions.tsx'

interface MemberPageProps<Member extends ChainMember, Result extends string> {
  readonly kind: ChainKind<Member, Result>
  readonly id: string
  /** The tab with the stored users or rules. */
  readonly data: (member: Member) => ReactNode
}

/** The page of one member of a chain. */
export function MemberPage<Member extends ChainMember, Result extends string>({
  kind,
  id,
  data,
}: MemberPageProps<Member, Result>) {
  const texts = kind.useTexts()
  const common = useMessages(chainMessages)
  const query = useData(kind.memberQuery, id)
  return (
    <DetailPage
      // The key resets the form when another member is opened.
      key={id}
      query={query}
      name={id}
      header={(member) => <MemberHeader kind={kind} member={member} />}
      // EMQX rejects unknown types of sources with 400, because the type is an enum there.
      isMissing={isNotFound(query.error) || validationProblemOf(query.error)?.path === 'type'}
      missing={{
        title: texts.notFound,
        hint: texts.notFoundHint(id),
        action: <Link to={kind.listPath}>{texts.allMembers}</Link>,
      }}
      tabs={() => [
        {
          value: 'overview',
          label: common.overview,
          content: (member) => <ChainOverview kind={kind} member={member} />,
        },
        {
          value: 'settings',
          label: common.settings,
          keepsInput: true,
          content: (member) => <SettingsForm kind={kind} member={member} />,
        },
        ...(kind.hasData(id) ? [{ value: kind.dataTab, label: texts.dataTab, content: data }] : []),
      ]}
    />
  )
}

interface MemberHeaderProps<Member extends ChainMember, Result extends string> {
  readonly kind: ChainKind<Member, Result>
  readonly member: Member
}

function MemberHeader<Member extends ChainMember, Result extends string>({
  kind,
  member,
}: MemberHeaderProps<Member, Result>) {
  const texts = useMessages(chainMessages)
  const title = kind.useNameOf()(kind.idOf(member))
  const manifest = kind.manifestOf(kind.idOf(member))
  const go = useGo()
  const isViewer = useIsViewer()
  const { data: status } = useStatus(kind, member)
  const actions = useMemberActions(kind)
  const deleteIt = async () => {
    if (await actions.delete(member)) go({ to: kind.listPath })
  }
  return (
    <PageHeader
      title={title}
      mark={manifest && <TypeMark type={manifest} size={34} />}
      status={
        isEnabled(member) ? (
          status && <MemberState state={status.status} hasNoBackend={kind.hasNoBackend(member)} />
        ) : (
          <StateDot state="disabled" />
        )
      }
      actions={
        !isViewer && (
          <>
            {isEnabled(member) ? (
              <Button onClick={() => void actions.disable(member)}>{texts.disable}</Button>
            ) : (
              <Button onClick={() => void actions.enable(member)}>{texts.enable}</Button>
            )}
            <Button variant="danger" onClick={deleteIt}>
              {texts.delete}
            </Button>
          </>
        )
      }
    />
  )
}
