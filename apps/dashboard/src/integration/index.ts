/**
 * Lists, forms and pages of connectors, actions and sources, used by their own features and by rules and webhooks. It is
 * loaded with these pages, so routes must not import it.
 *
 * ```tsx
 * <TypeGallery kind="action" onChoose={setType} />
 * <ActionForm type={type} placeholders={columnsOfTheRule} guard={false} onSubmit={async (draft) => drafts.add(draft)} />
 * ```
 */
export { StateDot } from '../data/node-states/index.ts'
export { CellPopover } from './cell-popover.tsx'
export { ActionForm } from './channel-form.tsx'
export { ChannelOverview } from './channel-overview.tsx'
export { ChannelPage } from './channel-page.tsx'
export { ChannelsPage } from './channels-page.tsx'
export { type ConnectorActions, useConnectorActions } from './connector-actions.tsx'
export { ConnectorOverview } from './connector-overview.tsx'
export { CreatePage } from './create-page.tsx'
export { createForRule, createTogether } from './create-together.ts'
export { DetailMenu } from './detail-menu.tsx'
export { DetailPage } from './detail-page.tsx'
export type { ChannelDraft } from './drafts.ts'
export { idOf, isWebhook, pages, partsOf, rulePages, sourceSql, sourceTopic, webhookPage } from './kinds.ts'
export { LinkList, useSharedColumns } from './list-columns.tsx'
export { ListPage } from './list-page.tsx'
export type { Listed } from './list-state.ts'
export { textsOfType } from './manifests.ts'
export { messages as integrationMessages } from './messages.ts'
export { channelQueries, connectorQuery, connectorsQuery, outdated as outdatedByIntegration } from './queries.ts'
export { ResetButton } from './reset-button.tsx'
export { type RuleActions, type RuleBody, ruleSettingsOf } from './rule-settings.ts'
export { runOrRollBack, type Step } from './run-or-roll-back.ts'
export { SampleCharts } from './sample-charts.tsx'
export { ratesOf, type Sample, useSamples } from './samples.ts'
export { ConnectorSettings } from './settings-tab.tsx'
export { isDown, stateOf } from './state.ts'
export { Problems, StatusCell } from './status.tsx'
export { TypeGallery } from './type-gallery.tsx'
export { useFormDocument, useTypeInfo } from './types.ts'
export { settingsOf } from './wire-form.ts'
