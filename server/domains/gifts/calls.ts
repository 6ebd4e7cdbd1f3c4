import { api } from '../../../contract/api.ts'
import { bind } from '../../platform/http/bind.ts'
import { takeBackOwn } from './links/end-links.ts'
import { findOwnLinks } from './links/find-links.ts'
import { lookAtLink } from './links/look-at-link.ts'
import { makeOwnLink, offerLinks } from './links/make-link.ts'
import { claimTrial } from './trials/claim-trial.ts'

export const giftRoutes = [
  bind(api.packages.trial, claimTrial),
  bind(api.gifts.offers, offerLinks),
  bind(api.gifts.make, makeOwnLink),
  bind(api.gifts.list, findOwnLinks),
  bind(api.gifts.look, lookAtLink),
  bind(api.gifts.takeBack, takeBackOwn),
]
