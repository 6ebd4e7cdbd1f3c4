import { createHash } from 'node:crypto'

/**
 * Asks for the stage while the page is seen, until bytes flow or the reader has left, and keeps the card in sight when it
 * moves. It writes only texts, from words that are in the page. A long way is no news.
 */
export const LIVE_SCRIPT = `(()=>{
const card=document.getElementById('card'),w=card.dataset,said=document.getElementById('said');
const since=Date.now();let timer=0;
const show=({stage,seconds})=>{const at=stage==='connected'?'on':stage==='imported'?'switch':'import';if(at===w.stage)return;w.stage=at;
said.textContent=at==='on'?seconds===null||seconds>=60?w.online:w.onlineAfter.replace('{s}',String(seconds)):at==='switch'?w.imported:'';
card.scrollIntoView({block:'nearest'});if(at==='on')clearInterval(timer)};
const look=()=>{const age=Date.now()-since;if(age>9e5)return clearInterval(timer);if(document.hidden)return;
fetch(location.pathname+'?stage='+Math.max(1,Math.ceil(age/1e3)),{credentials:'omit'}).then(r=>r.ok?r.json():null).then(s=>s&&show(s)).catch(()=>{})};
timer=setInterval(look,2500);document.addEventListener('visibilitychange',look)})()`

/** For the page's policy, which allows this script and no other. */
export const LIVE_SCRIPT_HASH = `sha256-${createHash('sha256').update(LIVE_SCRIPT).digest('base64')}`
