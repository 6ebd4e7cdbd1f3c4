import { createHash } from 'node:crypto'

/**
 * Asks for the stage while the page is seen, until bytes flow or the reader has left. It writes texts alone, from words
 * that are in the page.
 */
export const LIVE_SCRIPT = `(()=>{
const list=document.getElementById('stage'),w=list.dataset,[first,second]=list.querySelectorAll('li');
const since=Date.now();let timer=0;
const show=({stage,seconds})=>{list.dataset.stage=stage;
first.textContent=stage==='imported'||stage==='connected'?w.imported:w.waiting;
second.textContent=stage!=='connected'?w.switchOn:seconds===null?w.online:w.onlineAfter.replace('{s}',String(seconds));
if(stage==='connected')clearInterval(timer)};
const look=()=>{const age=Date.now()-since;if(age>9e5)return clearInterval(timer);if(document.hidden)return;
fetch(location.pathname+'?stage='+Math.max(1,Math.ceil(age/1e3)),{credentials:'omit'}).then(r=>r.ok?r.json():null).then(s=>s&&show(s)).catch(()=>{})};
timer=setInterval(look,2500);document.addEventListener('visibilitychange',look)})()`

/** For the page's policy, which allows this script and no other. */
export const LIVE_SCRIPT_HASH = `sha256-${createHash('sha256').update(LIVE_SCRIPT).digest('base64')}`
