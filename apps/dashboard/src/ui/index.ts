export { AvailablePagesProvider, usePageIsAvailable } from './available-pages.ts'
export { Button, IconButton } from './button.tsx'
export { CellButton } from './cell-button.tsx'
export { SegmentedControl, Tabs } from './choice.tsx'
export { type ChoiceCard, ChoiceCards } from './choice-cards.tsx'
export { ClientLink, clientIdWidth, useOpenClient } from './client-link.tsx'
export { CodeEditor, type CodeEditorProps } from './code-editor/code-editor.tsx'
export type { CodeHelp, Completion, Diagnostic } from './code-editor/types.ts'
export { Palette, type PaletteGroup, type PaletteItem } from './command-palette/palette.tsx'
export { type ChosenColumns, useChosenColumns } from './data-table/column-chooser.tsx'
export { DataTable, type DataTableProps, type RowAction } from './data-table/data-table.tsx'
export { OrderedTable } from './data-table/ordered-table.tsx'
export { CursorPager, PagePager } from './data-table/pagination.tsx'
export { useSortedRows } from './data-table/sorted-rows.ts'
export type { Column, SortOrder, TableSort } from './data-table/table-rows.tsx'
export { useFixedRows } from './data-table/use-fixed-rows.ts'
export { Drawer, FormDrawer, Modal, useHasOpened } from './dialogs.tsx'
export { DiffView } from './diff-view.tsx'
export { RadioField, SegmentedField, SwitchField } from './fields/choice-fields.tsx'
export type { FieldProps } from './fields/field.ts'
export { FieldFrame, Fields, FormColumn } from './fields/field-frame.tsx'
export { FileButton, FileTextField, TextFileButton } from './fields/file-fields.tsx'
export { focusInvalid } from './fields/focus-invalid.ts'
export {
  NumberField,
  NumberUnitField,
  sizeUnits,
  useDurationUnits,
} from './fields/number-fields.tsx'
export { PasswordStrength } from './fields/password-strength.tsx'
export { Select } from './fields/select.tsx'
export { TagsField } from './fields/tags-field.tsx'
export { TemplateField } from './fields/template-field.tsx'
export { DateTimeField, PasswordField, SearchField, TextField } from './fields/text-fields.tsx'
export { Checkbox, Switch } from './fields/toggles.tsx'
export { FilterChips } from './filter-chips.tsx'
export { type Matching, SearchBar, TextFilter, useDraft } from './filters.tsx'
export { FormBar, type InvalidField } from './form-bar.tsx'
export { Group, join, LinedList, Stack } from './layout.tsx'
export { LazyMenu } from './lazy-menu.tsx'
export { isOwnAddress, Link, type Target, useGo, useGoToAddress, usePathParam } from './link.tsx'
export { ListFooter, ListPanel, ListScroller, ListTools, ToolGroup } from './list-panel.tsx'
export { Logo } from './logo.tsx'
export { Menu } from './menu.tsx'
export { MenuTrigger } from './menu-trigger.tsx'
export { AffectedItems, NameList } from './name-list.tsx'
export { forgetNotifications, notifications } from './notifications.ts'

export { type OpenPage, useOpenPage } from './open-page.ts'
export {
  Breadcrumbs,
  type Description,
  DescriptionList,
  KeyValue,
  PageHeader,
  Section,
  useShownPageName,
} from './page.tsx'
export { type PayloadDecoding, PayloadDecodingProvider } from './payload-decoding.ts'
export { Popover, type PopoverProps } from './popover.tsx'
export { PrintNote } from './print-note.tsx'
export { usePrinting } from './printing.ts'
export { Progress } from './progress.tsx'
export { UiProvider } from './provider.tsx'
export { confirm, forgetQuestion, protectCluster, type Question } from './question.ts'
export { useRedirectFromEmptyPage } from './redirect-from-empty-page.ts'
export {
  defineRoutes,
  type FeatureRoutes,
  type Need,
  type Page,
  type Title,
} from './routes.ts'
export { ScrollIntoView } from './scroll-into-view.tsx'
export { readSearch, type SetSearch, useSearchState } from './search-state.ts'
export { EmptyState, ErrorState, LimitBar, Notice, Paragraphs, Skeleton } from './state.tsx'
export { Steps } from './steps.tsx'
export { CodeBlock, CopyButton, Dim, IdText, Mono, RelativeTime, StatusDot, VisuallyHidden } from './text.tsx'
export { chooseTheme, followSystem, type Theme, useFollowSystem, useTheme } from './theme-setting.ts'
export { absoluteTimes, useAbsoluteTimes } from './time-setting.ts'
export { toast } from './toast.tsx'
export { Tooltip } from './tooltip.tsx'
export { MarkedName, TypeMark } from './type-mark.tsx'
export { useUnsavedChangesGuard } from './unsaved-changes.ts'
export { useCopy } from './use-copy.ts'
export { useMedia } from './use-media.ts'
export { ServerOffsetContext, useNow, useTimeText } from './use-now.ts'
export { WhenNear } from './when-near.tsx'
