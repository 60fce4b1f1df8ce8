import { defineMessages } from '../i18n/index.ts'

export const clusterMessages = defineMessages({
  en: {
    clusters: 'Clusters',
    cluster: 'Cluster',
    current: 'Current',
  },
  zh: {
    clusters: '集群',
    cluster: '集群',
    current: '当前集群',
  },
})
