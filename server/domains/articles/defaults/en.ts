import { named, type DefaultTexts } from './default-texts.ts'

export const defaultsEn: DefaultTexts = {
  connect: {
    title: 'It does not connect',
    words: 'cannot connect no internet timeout failed broken not working dead offline',
    body: `Most of the time this takes a minute. Try these in order:

1. **Update the subscription** in your app and pick another server.
2. Turn off every other VPN or proxy; keep just one.
3. Let your device set date and time by itself. A few minutes off is enough to fail.
4. Look at your [home page](/user): lines stop when the plan has ended or the data is used up.
5. See on the [status page](/online) whether a server is under maintenance.

Still nothing? [Contact support](/user/customer_service) with your device, app and server name, and we will look into it.`,
  },
  slow: {
    title: 'It is slow',
    words: 'lag buffering speed latency ping unstable drops slow',
    body: `Changing the server helps most:

1. Update the subscription in your app and choose a server that is **near you and not crowded**. Crowded ones say so.
2. For video or games, choose that mode under [Speed mode](/user/speedMode).
3. Compare with another network: mobile data instead of Wi-Fi, or the other way round.
4. Evenings are busiest. A server in another region is often faster then.

Slow all the time? Tell [support](/user/customer_service) the server and roughly when, and we will check it.`,
  },
  client: {
    title: 'Which app for my device',
    words: 'client software download install iphone android windows mac linux router tv harmony best',
    body: `Open the [tutorial](/user/use_tutorial) and choose your device: it lists the apps that fit, where to get them, and three pictures for each.

- Phone and computer work side by side. Install an app on each.
- Not sure? Take the first one in the list.
- If a chat app does not open the download page, open it in your browser instead.

Once it is installed, go on with “How to add the subscription”.`,
  },
  import: {
    title: 'How to add the subscription',
    words: 'import subscription link address url qr code scan setup configure update',
    body: `Add it once. When your lines change, choose “Update” in the app.

1. Pick a server under [Install a line](/user/line_install).
2. Open [My lines](/user/line_list) and use the button of your app: it opens by itself.
3. Choose the new subscription in the app and turn it on. Allow the VPN when your system asks.

The button does nothing? Choose “Other apps”, copy the address and paste it into the app’s subscriptions, or scan the code with the other device.

The address is your key: do not pass it on. If it leaks, reset it under My lines and add the new one.`,
  },
  traffic: {
    title: 'I used up my data',
    words: 'traffic quota no data left exceeded pack GB reset too fast',
    body: `Lines stop when the data is used up. [Buy a plan](/user/tcBuy) shows how to go on right away:

- If there are **data packs**, buy one. It works at once and lasts until it is used.
- Upgrade to a plan with more data.

Or wait for the next period: your data resets by itself on the day shown under [Buy a plan](/user/tcBuy).

Gone too fast? [Usage](/user/usage_record) shows every day. Servers with a higher rate use more; those with a lower rate save data.`,
  },
  paid: {
    title: 'I paid, but nothing arrived',
    words: 'payment top-up alipay charged not credited missing order balance unchanged',
    body: `Do not worry: money you paid is never lost.

1. Open [Payments](/user/user_payment), find the payment and choose “Check again”.
2. Wait a minute or two and look at your [home page](/user). Some payments are confirmed a little later.
3. If the order had closed, the money goes to your {{balance}}, and you can buy the plan with it.

Nothing after ten minutes? Send [support](/user/customer_service) the **payment number** and a screenshot. Please do not pay twice.`,
  },
  expired: {
    title: 'My plan has ended',
    words: 'expired renew renewal auto-renew stopped resume reminder',
    body: `Lines stop at the end of a plan. Your account and settings stay.

1. Open [Buy a plan](/user/tcBuy) and renew, or choose another plan.
2. If you have a voucher code, redeem it under [Voucher codes](/user/kmList).
3. Your lines work again after that. If one does not, update the subscription in your app.

Turn on auto-renew under Buy a plan and you need not remember: it takes the price from your {{balance}}, and takes nothing when there is not enough. With an [e-mail address](/user/emailBind) we remind you in time.`,
  },
  devices: {
    title: 'Too many devices',
    words: 'device limit exceeded simultaneous online share family how many slots',
    body: `Every plan says **how many devices can be online at once**. One more will not connect.

1. Turn off the app on devices you are not using, and wait a few minutes.
2. [My lines](/user/line_list) shows which devices take a place; remove those you no longer use.
3. A device you do not know? Reset the address under My lines: the old one stops at once. Then add the new one on your own devices.

Really that many devices? Upgrade under [Buy a plan](/user/tcBuy).`,
  },
  password: {
    title: 'Lost password, stolen account, new phone',
    words: 'forgot change password recover cannot sign in login two-step code recovery hacked lock e-mail',
    body: `- **Change your password**: sign in and open [Security](/user/change_pass).
- **Forgot it**: choose “Forgot password?” on the sign-in page; a code goes to your e-mail address. Without one, ask support for a one-time reset code, valid for ${named.codeMinutes} minutes.
- **Your account may be stolen**: sign in, open [Pause and lock](/user/freeze_acc) and choose “Lock my account”. Every device is signed out at once; a code by e-mail and a new password unlock it.
- **New phone, no two-step codes**: enter a recovery code instead. If you have none left, ask support.

Add your [e-mail address](/user/emailBind) now, and you can always help yourself. {{brand}} never asks for your password: give it to nobody.`,
  },
  refund: {
    title: 'Taking a break, or a refund',
    words: 'money back cancel unsubscribe stop pause keep time delete account',
    body: `**Taking a break?** Choose “Pause” under [Pause and lock](/user/freeze_acc): the time you have left is kept. At least ${named.pauseMinHours} hours each, up to ${named.pauses} in ${named.pauseInDays} days, ${named.pauseMaxDays} days at most.

**For a refund**, please [contact support](/user/customer_service) and tell us:

1. Which payment: its number is under [Payments](/user/user_payment).
2. Why. If it is slow or does not connect, we can often fix that first.

An agreed refund goes back to your original payment method, usually within a few working days.

**No more automatic renewal?** Turn off auto-renew under [Buy a plan](/user/tcBuy).`,
  },
}
