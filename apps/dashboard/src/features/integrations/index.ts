/**
 * Lists, forms and pages of connectors, actions and sources, used by their own features and by rules and webhooks. It is
 * loaded with these pages, so routes must not import it.
 *
 * ```tsx
 * <TypeGallery kind="action" onChoose={setType} />
 * <ActionForm type={type} placeholders={columnsOfTheRule} guard={false} onSubmit={async (draft) => drafts.add(draft)} />
 * ```
 */
export { StateDot } from '../../api/nodes/node-states/index.ts'
export { CellPopover } from './detail/cell-popover.tsx'
export { ChannelOverview } from './detail/channel-overview.tsx'
export { ChannelPage } from './detail/channel-page.tsx'
export { type ConnectorActions, useConnectorActions } from './detail/connector-actions.tsx'
export { ConnectorOverview } from './detail/connector-overview.tsx'
export { DetailMenu } from './detail/detail-menu.tsx'
export { DetailPage } from './detail/detail-page.tsx'
export { ResetButton } from './detail/reset-button.tsx'
export { SampleCharts } from './detail/sample-charts.tsx'
export { ratesOf, type Sample, useSamples } from './detail/samples.ts'
export { ConnectorSettings } from './detail/settings-tab.tsx'
export { ActionForm } from './form/channel-form.tsx'
export { CreatePage } from './form/create-page.tsx'
export { createForRule, createTogether } from './form/create-together.ts'
export type { ChannelDraft } from './form/drafts.ts'
export { type RuleActions, type RuleBody, ruleSettingsOf } from './form/rule-settings.ts'
export { runOrRollBack, type Step } from './form/run-or-roll-back.ts'
export { TypeGallery } from './form/type-gallery.tsx'
export { settingsOf } from './form/wire-form.ts'
export { idOf, isWebhook, pages, partsOf, rulePages, sourceSql, sourceTopic, webhookPage } from './kinds.ts'
export { ChannelsPage } from './list/channels-page.tsx'
export { LinkList, useSharedColumns } from './list/list-columns.tsx'
export { ListPage } from './list/list-page.tsx'
export type { Listed } from './list/list-state.ts'
export { textsOfType } from './manifests.ts'
export { messages as integrationMessages } from './messages.ts'
export { channelQueries, connectorQuery, connectorsQuery, outdated as outdatedByIntegration } from './queries.ts'
export { isDown, stateOf } from './state.ts'
export { Problems, StatusCell } from './status.tsx'
export { useFormDocument, useTypeInfo } from './types.ts'
