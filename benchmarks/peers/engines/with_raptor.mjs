// raptor-journey-planner (JavaScript, GPL-3): rounds of RAPTOR, so (arrival, changes).
// Its own loader never ends on today's node, so its structures are built here from the files.
import { createRequire } from "node:module";
import path from "node:path";
import { rows, seconds, serve, front, version } from "./worker.mjs";

async function load(order) {
  const require = createRequire(path.join(order.npm, "index.js"));
  const planner = require("raptor-journey-planner");
  const { Service } = require("raptor-journey-planner/dist/src/gtfs/Service.js");
  const everyDay = { 0: true, 1: true, 2: true, 3: true, 4: true, 5: true, 6: true };
  const service = new Service(19000101, 29991231, everyDay, {});
  const calls = {};
  for (const r of rows(order.feed, "stop_times.txt"))
    (calls[r.trip_id] ??= []).push({
      stop: r.stop_id,
      departureTime: seconds(r.departure_time),
      arrivalTime: seconds(r.arrival_time),
      pickUp: true,
      dropOff: true,
      order: Number(r.stop_sequence),
    });
  for (const list of Object.values(calls)) list.sort((a, b) => a.order - b.order);
  const trips = rows(order.feed, "trips.txt")
    .filter((r) => calls[r.trip_id])
    .map((r) => ({ serviceId: r.service_id, tripId: r.trip_id, stopTimes: calls[r.trip_id], service }));
  const transfers = {};
  const interchange = Object.fromEntries(order.stops.map((stop) => [stop, 0]));
  for (const r of rows(order.feed, "transfers.txt"))
    if (r.from_stop_id !== r.to_stop_id)
      (transfers[r.from_stop_id] ??= []).push({
        origin: r.from_stop_id,
        destination: r.to_stop_id,
        duration: Number(r.min_transfer_time),
        startTime: 0,
        endTime: Number.MAX_SAFE_INTEGER,
      });
  const [year, month, day] = order.date.split("-").map(Number);
  const noon = () => new Date(year, month - 1, day, 12);
  const raptor = planner.RaptorAlgorithmFactory.create(trips, transfers, interchange, noon());
  const query = new planner.DepartAfterQuery(raptor, new planner.JourneyFactory(), 1);
  const ask = ([origin, goal, time]) =>
    front(
      query
        .plan(origin, goal, noon(), time)
        .map((j) => [j.arrivalTime, Math.max(0, j.legs.filter((leg) => leg.trip).length - 1)])
    );
  return [version(order.npm, "raptor-journey-planner"), { front: ask }];
}

await serve(load);
